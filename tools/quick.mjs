/** Whether this is `npm test` without `--all`. Tests with `@all` in their title don't run then. */
export const isQuick = process.env['ATRIUM_QUICK'] === '1'

/**
 * The last one in a quick run, all of them otherwise: transports, eras or levels over which a test repeats the same.
 * @template T
 * @param {readonly T[]} rows
 * @returns {readonly T[]}
 */
export const lastIfQuick = (rows) => (isQuick ? rows.slice(-1) : rows)
