"""Measuring Sabot: against tuned C++, against its own limits, and beside other engines.

`make bench` prints one table. Nothing here is shipped and nothing here is tested by time: the
figures are for people, on their own machine. The C++ twins get the same tables and the same random
numbers as the kernels, and must give the same counts before their time is taken.
"""
