/** Texts about servers' pages. */
export const appWords = {
  notThere: (server: string) => `${server} answered without the page.`,
  otherType: (server: string) => `${server} sent something that isn't marked as a page.`,
  notText: (server: string) => `${server} sent a page that isn't UTF-8 text.`,
  tooLarge: (server: string) => `${server} sent a page above 8 MB.`,
  notHtml: (server: string) => `${server} sent a page that isn't an HTML document.`,
  noPage: (tool: string) => `${tool} has no page.`,
  /** In the traffic, before what a message of a page is about. */
  pageOf: (tool: string, subject: string | null) => `Page of ${tool}${subject === null ? '' : `: ${subject}`}`,
  noFrames: 'Pages of servers need Atrium’s window or a browser tab.',
  noCall: 'This call has no page to show.',
  noView: 'This page is no longer open.',
  pagesOff: (server: string) => `Pages are turned off for ${server}.`,
  cannotShow: (tool: string) => `Its page for ${tool} can’t be shown.`,
  flooded: (server: string) =>
    `Atrium stopped the page because it sent too many messages. Nothing else of ${server} is affected.`,
  ends: {
    refused: 'This window doesn’t allow its frame. Reload the window.',
    left: 'The page left its frame or crashed.',
    hangs: 'The page stopped answering.',
    floods: 'The page sent too many messages.',
  },
  notSaved: (reason: string) =>
    `Atrium couldn’t save all files for the page: ${reason}. Make room in the data folder, then save again from the page.`,
  tooMany: 'Atrium closed this page because too many others are open.',
  documentGone: 'The page is no longer kept, because its conversation was deleted permanently.',
  serverGone: (server: string) => `${server} was removed.`,
  /** Texts for a page, and so for its server: nothing of Atrium's insides. */
  refused: {
    sameId: 'A request with this ID is running.',
    tooMany: 'Too many requests are open.',
    failed: 'The request failed.',
    oneAtATime: 'The user has not answered an earlier request.',
    byUser: 'The user did not allow this.',
    link: 'Not an http or https URL that this host opens.',
    noFiles: 'The request names no files.',
    manyFiles: (most: number) => `A request has at most ${most} files.`,
    onlyEmbedded: 'This host saves only embedded resources with a URI and text or base64.',
    tooEarly: 'Only ui/initialize is possible before the handshake.',
    unknown: 'This host does not offer this method.',
    malformed: 'Not a JSON-RPC message of this revision.',
  },
  message: {
    role: 'A message has the role user.',
    onlyText: 'This host takes only text blocks in a message.',
    empty: 'The message has no text.',
    tooLong: 'A message has at most 32 KiB of text.',
    tooMany: 'The user has not handled earlier messages.',
  },
  told: {
    cancelled: 'The call was cancelled.',
    timedOut: 'The call took too long.',
    interrupted: 'The host ended while the call ran.',
    failed: 'The call failed.',
    tooLarge: 'The result is too large for a page.',
  },
} as const
