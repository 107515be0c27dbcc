import { quoted } from '../../base/text.ts'

/** Why a skill, or one of its files, isn't used. Sentences; a server's words are quoted. */
export const skillWords = {
  none: (server: string) => `${server} offers no skills.`,
  unreadableList: (server: string) => `${server} sent a list of skills that can’t be read.`,
  tooMany: (server: string, most: number) => `${server} lists more than ${most} skills. Atrium left out the others.`,
  entry: {
    malformed: 'The entry is malformed, so Atrium can’t check this skill.',
    name: 'The skill’s name isn’t the last part of its URI.',
    dynamic:
      'The server can change this skill’s files at any time, so an approval would bind nothing. Atrium declines it.',
    tooMany: (most: number) => `The skill has more than ${most} files.`,
    tooLarge: (mebibytes: number) => `The skill’s files are larger than ${mebibytes} MiB in all.`,
    outside: 'One of its files isn’t inside the skill’s own folder.',
    twice: 'A file, or the skill itself, is listed more than once.',
    noHead: 'The skill’s own SKILL.md isn’t among its files.',
  },
  other: (server: string) => `${server} responded with a different skill from the requested one.`,
  unlisted: (uri: string) => `${quoted(uri)} isn’t among the skill’s files, so Atrium didn’t read it.`,
  contents: (uri: string) => `${quoted(uri)} didn’t arrive as one file.`,
  size: (uri: string) => `${quoted(uri)} doesn’t have the size in the skill’s entry, so Atrium doesn’t use it.`,
  digest: (uri: string) => `${quoted(uri)} doesn’t have the digest in the skill’s entry, so Atrium doesn’t use it.`,
  head: (uri: string) => `The head of ${quoted(uri)} differs from the skill’s entry, so Atrium doesn’t use the skill.`,
  configurationChanged: (server: string) => `${server}’s configuration changed after this was allowed.`,
  notApproved: (server: string, skill: string) =>
    `You haven’t approved the skill ${quoted(skill)} of ${server}. Approve it on the server’s Prompts tab.`,
  changed: (server: string, skill: string) =>
    `${server} changed the skill ${quoted(skill)} since you approved it. Review it on the server’s Prompts tab.`,
  changedSinceShown: (skill: string) => `The skill ${quoted(skill)} changed since you opened it. Review it again.`,
} as const
