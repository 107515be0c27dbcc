/** Texts about servers' pages. */
export const appWords = {
  notThere: (server: string) => `${server} answered without the page.`,
  otherType: (server: string) => `${server} sent something that isn't marked as a page.`,
  notText: (server: string) => `${server} sent a page that isn't UTF-8 text.`,
  tooLarge: (server: string) => `${server} sent a page above 8 MB.`,
  notHtml: (server: string) => `${server} sent a page that isn't an HTML document.`,
  noPage: (tool: string) => `${tool} has no page.`,
} as const
