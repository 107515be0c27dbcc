/** What renderer/markdown says. */
export const markdown = {
  code: {
    name: 'Code',
    copy: 'Copy code',
    noLanguage: 'text',
  },
  table: 'Table',
  link: {
    notOffered: (why: string) => `(link not offered: it ${why})`,
    nowhere: 'leads nowhere outside this text',
    incomplete: 'has no complete address',
    tooLong: (most: number) => `has an address of more than ${most} characters`,
    scheme: (scheme: string) => `has the scheme ${scheme}`,
    hiddenHost: (host: string) => `hides its host, ${host}, behind a name`,
  },
  elsewhere: {
    title: (host: string) => `Open ${host}?`,
    help: 'The link names {other}, but it leads to {host}.',
    stay: 'Stay here',
    open: (host: string) => `Open ${host}`,
  },
  image: {
    unnamed: 'Image',
    named: 'Image “{name}”',
    notLoaded: (why: string) => `(not loaded: ${why})`,
    noPicture: 'its data is not a picture that Atrium shows',
    elsewhere: (host: string) => `it is on ${host}`,
    incomplete: 'it has no complete address',
  },
} as const
