"""The paper's tables and figures, beside ours."""
