"""What people read: names and looks of things (`vocabulary`), phrases built from them (`phrase`; `parts`, where a
sentence grows from the inside out), and phrases as English (`english`). Nothing is imported here, so that a caller who
only needs English does not load the code that reads rules.
"""
