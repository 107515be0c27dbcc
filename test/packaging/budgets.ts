/** The most bytes that each may have, a tenth or so above what it has. Raising one is a decision of its own. */
export const budgets = {
  'the script of the page, as gzip sends it': 285_000,
  'everything the page can load': 970_000,
  'everything the host can load': 3_900_000,
  'app.asar': 4_900_000,
  'the binary of SQLite': 2_500_000,
}
