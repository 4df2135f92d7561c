"""Tests of the web client in a browser."""
