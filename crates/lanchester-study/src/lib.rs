//! What is played for a question: prices, comparisons, precision, forecasts; the numbers of cells in one place.
