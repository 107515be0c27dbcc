/** The texts of notifications, in the window and in a browser tab. */
export const noticeWords = {
  needsYou: (server: string) => `${server} needs your answer.`,
  requestsWaiting: (server: string, count: number) =>
    `${server} needs your answer. ${count} requests are waiting for you.`,
  company: 'The sign-in page of your company is ready.',
  ends: {
    done: 'The reply is complete.',
    failed: 'The turn failed.',
    'step-limit': 'The turn reached its step limit.',
    interrupted: 'The turn was interrupted.',
  },
  /** How a turn ended, in the title of a browser's tab. */
  titles: {
    done: 'Reply complete',
    failed: 'Turn failed',
    'step-limit': 'Step limit reached',
    interrupted: 'Turn interrupted',
  },
}
