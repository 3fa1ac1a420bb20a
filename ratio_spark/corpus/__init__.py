"""From files as people hold them to papers: every record becomes a paper or a refusal with a name."""
