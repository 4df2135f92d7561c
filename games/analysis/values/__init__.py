"""The value models: V_full of a position with all cards, Q_seat of an ask by what a seat may know.

``bench/train_values.py`` makes the weights.
"""
