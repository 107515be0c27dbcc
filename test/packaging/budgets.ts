/** The most bytes that each may have, a tenth or so above what it has. Raising one is a decision of its own. */
export const budgets = {
  'the script that the page begins with, as gzip sends it': 400_000,
  'everything the page can load': 3_000_000,
  'everything the host can load': 5_100_000,
  'app.asar': 8_100_000,
  'the binary of SQLite': 2_500_000,
}
