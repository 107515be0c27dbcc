/** Texts of renderer/markdown. */
export const markdown = {
  code: {
    name: 'Code',
    copy: 'Copy code',
    save: 'Save code as a file',
    wrap: 'Wrap long lines',
    noLanguage: 'text',
  },
  table: {
    name: 'Table',
    copyAsMarkdown: 'Copy table as Markdown',
    copyAsCsv: 'Copy table as CSV',
  },
  task: {
    done: 'Done',
    open: 'Not done',
  },
  link: {
    notOffered: (why: string) => `(link disabled: it ${why})`,
    nowhere: 'leads nowhere outside this text',
    tooLong: (most: number) => `has a URL longer than ${most} characters`,
    scheme: (scheme: string) => `uses the scheme ${scheme}`,
    hiddenHost: (host: string) => `hides its host, ${host}, behind a user name`,
  },
  elsewhere: {
    title: (host: string) => `Open ${host}?`,
    help: 'The link text says {other}, but the link opens {host}.',
    stay: 'Stay here',
    open: (host: string) => `Open ${host}`,
  },
  image: {
    unnamed: 'Image',
    named: 'Image “{name}”',
    notLoaded: (why: string) => `(not loaded: ${why})`,
    noPicture: 'its data isn’t an image that Atrium can show',
    elsewhere: (host: string) => `it is on ${host}`,
    incomplete: 'it has no complete URL',
  },
} as const
