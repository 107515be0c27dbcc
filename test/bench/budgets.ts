/** Max figures of a built host on Linux, apart from ratios. Raising one is a separate decision. */
export const budgets = {
  /** MB of the host's process without a server, and with 25 small ones. */
  idleMemory: { none: 160, many: 220 },
  /** Percent of one processor over five quiet seconds. */
  idleProcessor: 1,
  /** Milliseconds from the start of the process until its page answers. */
  start: 1500,
  /** MB of the page's heap with a conversation of 5,000 messages open. */
  conversationMemory: 120,
}
