/** Texts of the browser shell: its help, its terminal and what it answers to requests. */
export const webWords = {
  usage: `Atrium in a browser tab, on this computer only. "npm start" opens a window instead if it can,
unless you give it one of these options other than --data-dir.

  --browser          Open a browser tab even if a window is possible.
  --port <number>    Listen on this port of 127.0.0.1; by default, on the last one, or any free one.
  --data-dir <path>  Keep conversations, settings and keys here.
  --open             Open the system’s browser, if there is a display.
  --json             Print one line of JSON with URL, launch code and process ID, and nothing else.
                     Its launch code can chat and answer requests, and nothing more.
  --admin            With --json: its launch code can also change servers, keys and settings.
  --help             Print this help.
`,
  badPort: (port: string) => `The port must be a number from 1 to 65535; “${port}” isn’t.`,
  portInUse: (port: number) =>
    `Port ${port} is in use by another program. Choose another with --port, or leave it out.`,
  portForbidden: (port: number) =>
    `This account can’t listen on port ${port}. Choose one from 1024 on with --port, or leave it out.`,
  portUnavailable: (port: number, reason: string) =>
    `Can’t listen on port ${port}: ${reason}. Choose another with --port, or leave it out.`,

  at: (url: string) => `Atrium is at ${url}`,
  works: 'The URL works once, within 10 minutes.',
  worksWithKeys: 'The URL works once, within 10 minutes. Press Enter for a new one, Ctrl+C to close Atrium.',
  signedIn: (actor: string, right: string) => `A browser signed in as ${actor} (${right}).`,
  noBrowser: 'Couldn’t start a browser. Open the URL yourself.',

  otherName: (own: string) => `Atrium only responds to the name ${own}.`,
  otherOrigin: 'Atrium doesn’t accept requests from other pages.',
  encoded: 'Atrium doesn’t accept encoded bodies.',
  notJsonType: 'The body must be application/json.',
  tooLarge: (mebibytes: number) => `A request can have up to ${mebibytes} MiB.`,
  notJson: 'The body isn’t JSON in UTF-8.',
  signedOut: 'This tab isn’t signed in. Open the URL that Atrium printed in its terminal.',
  wrongCode: 'This launch code is wrong, used or expired. Press Enter in Atrium’s terminal for a new URL.',
  locked: 'Too many wrong launch codes. Wait a minute, then try again.',
  badCall: 'A call is an object with a name and an input.',
  tooManyTabs: (most: number) => `Atrium is already open in ${most} tabs of this browser. Close one first.`,
} as const
