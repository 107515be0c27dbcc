/** Max figures of a built host on Linux, apart from ratios. Raising one is a separate decision. */
export const budgets = {
  /** MB of the host's process without a server, with 25 small ones, and with 1,000 tools and 40,000 messages. */
  idleMemory: { none: 160, many: 220, much: 320 },
  /** Percent of one processor over five quiet seconds. */
  idleProcessor: 1,
  /** Milliseconds from the start of the process until its page answers. */
  start: 1500,
  /** Milliseconds from the start of the process until one can type. */
  usable: 3000,
  /** MB of the page's heap with a conversation of 5,000 messages open. */
  conversationMemory: 120,
}
