import { frame } from '../strings/frame.ts'
import { isPressed } from './keys.tsx'

const words = frame.keys

/**
 * Every shortcut and its effect: the one place that says which keys they are. `keys` are modifiers, then one key or
 * several alternatives.
 */
export const keyMap = {
  send: { keys: 'Enter', does: words.send },
  prompts: { keys: '/', does: words.prompts },
  resources: { keys: '@', does: words.resources },
  editLast: { keys: '↑', does: words.editLast },
  preview: { keys: 'Alt P', does: words.preview },
  run: { keys: 'Ctrl Enter', does: words.run },
  leave: { keys: 'Esc', does: words.leave },
  oldestAsk: { keys: 'Ctrl .', does: words.oldestAsk },
  askBefore: { keys: 'Ctrl Shift .', does: words.askBefore },
  answer: { keys: 'D A C', does: words.answer },
  together: { keys: 'T', does: words.together },
  edit: { keys: 'E', does: words.edit },
  unread: { keys: 'N', does: words.unread },
  rule: { keys: 'R', does: words.rule },
  policies: { keys: '1 2 3', does: words.policies },
  search: { keys: 'Ctrl K', does: words.search },
  findHere: { keys: 'Ctrl F', does: words.findHere },
  searchAll: { keys: 'Ctrl Shift F', does: words.searchAll },
  newConversation: { keys: 'Ctrl Shift O', does: words.newConversation },
  conversations: { keys: 'Alt ↑ ↓', does: words.conversations },
  model: { keys: 'Ctrl Shift M', does: words.model },
  copyAnswer: { keys: 'Ctrl Shift C', does: words.copyAnswer },
  messages: { keys: 'Alt Shift ↑ ↓', does: words.messages },
  message: { keys: 'E R B', does: words.message },
  branchTree: { keys: '↑ ↓ → ←', does: words.branchTree },
  calls: { keys: '[ ]', does: words.calls },
  foldCall: { keys: '→ ←', does: words.foldCall },
  records: { keys: '↓ ↑', does: words.records },
  audit: { keys: '/ O X', does: words.audit },
  sidebar: { keys: 'Ctrl B', does: words.sidebar },
  settings: { keys: 'Ctrl ,', does: words.settings },
  regions: { keys: 'F6', does: words.regions },
  all: { keys: '?', does: words.all },
} as const satisfies Record<string, { keys: string; does: string }>

type Shortcut = keyof typeof keyMap

const modifiers = new Set(['Ctrl', 'Alt', 'Shift'])
const named: Record<string, string> = { '↑': 'ArrowUp', '↓': 'ArrowDown', '→': 'ArrowRight', '←': 'ArrowLeft' }

/** The number of the shortcut's key that the event pressed, from 0; undefined for other events. */
export function pressedKey(event: Parameters<typeof isPressed>[0], shortcut: Shortcut): number | undefined {
  const parts = keyMap[shortcut].keys.split(' ')
  const held = parts.filter((part) => modifiers.has(part))
  const at = parts.slice(held.length).findIndex((key) => isPressed(event, [...held, named[key] ?? key].join(' ')))
  return at === -1 ? undefined : at
}

/** Whether the event presses the shortcut. */
export const isShortcut = (event: Parameters<typeof isPressed>[0], shortcut: Shortcut): boolean =>
  pressedKey(event, shortcut) !== undefined
