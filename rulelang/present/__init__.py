"""What people read: names and looks of things (`vocabulary`), phrases put together from them (`phrase`; `parts`, where
a sentence grows from the inside out), and English made of phrases (`english`). Nothing is imported here: who only wants
English need not load what reads rules.
"""
