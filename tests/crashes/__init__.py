"""The application on a disk, a clock and threads of the tests' own: crashes at every write, in every order."""
