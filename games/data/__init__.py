"""Games as files and as text: dumps for research, exports, and moves in words."""
