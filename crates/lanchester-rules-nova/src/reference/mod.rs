//! One battle, plain code that reads like the book.
