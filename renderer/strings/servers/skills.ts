import { formatCount } from '../format/time.ts'

/** Texts about servers' skills. */
export const skills = {
  section: {
    title: 'Skills',
    help: 'Instructions that the server wrote for models. A model gets one only if you approved it, and only when you or the model load it.',
    none: 'This server lists no skills.',
    label: 'Skills',
    files: (count: number, size: string) => `${formatCount(count, 'file')}, ${size}`,
    read: 'Read',
    approve: 'Approve',
    load: 'Load in chat',
    named: (name: string) => `: ${name}`,
    refused: 'Skills that Atrium doesn’t use',
    standing: { new: 'Not approved', changed: 'Changed since you approved it', approved: 'Approved' },
    namesake: (servers: string) => `Also on ${servers}. Each is approved on its own.`,
    noModel: 'No model selected, so there’s no message to add it to.',
    notApproved: 'Approve the skill first.',
    approveFirst: 'Read the skill first, then approve it here.',
  },
  dialog: {
    title: (name: string) => `Skill ${name}`,
    files: 'File',
    loading: 'Reading and verifying the file…',
    verified: 'Size and SHA-256 match the skill’s entry. That proves it arrived unchanged, not that it is harmless.',
    approving:
      'The approval is for exactly these files. If one changes, the skill isn’t loaded until you approve it again.',
  },
  menu: {
    kind: 'Skill',
    count: (found: number, all: number) =>
      found === all ? formatCount(all, 'prompt or skill', 'prompts and skills') : `${found} of ${all}`,
    load: (uri: string, server: string) => `Load ${uri} from ${server}`,
  },
  askedEachTime: 'Atrium asks about each call for a skill.',
  notLoaded: (problem: string) => `The skill wasn’t loaded. ${problem}`,
} as const
