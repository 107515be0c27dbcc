import { frame } from '../strings/frame.ts'
import { isPressed } from './keys.tsx'

const words = frame.keys

/**
 * Every shortcut, its place in the window, and its effect: the only list of the keys. `keys` are modifiers, then one key
 * or several alternatives.
 */
export const keyMap = {
  send: { keys: 'Enter', place: 'message', does: words.send },
  prompts: { keys: '/', place: 'message', does: words.prompts },
  resources: { keys: '@', place: 'message', does: words.resources },
  editLast: { keys: '↑', place: 'message', does: words.editLast },
  preview: { keys: 'Alt P', place: 'forms', does: words.preview },
  run: { keys: 'Ctrl Enter', place: 'forms', does: words.run },
  leave: { keys: 'Esc', place: 'anywhere', does: words.leave },
  oldestAsk: { keys: 'Ctrl .', place: 'anywhere', does: words.oldestAsk },
  askBefore: { keys: 'Ctrl Shift .', place: 'anywhere', does: words.askBefore },
  answer: { keys: 'D A C', place: 'requests', does: words.answer },
  together: { keys: 'T', place: 'requests', does: words.together },
  edit: { keys: 'E', place: 'requests', does: words.edit },
  unread: { keys: 'N', place: 'requests', does: words.unread },
  rule: { keys: 'R', place: 'requests', does: words.rule },
  policies: { keys: '1 2 3', place: 'pages', does: words.policies },
  search: { keys: 'Ctrl K', place: 'anywhere', does: words.search },
  findHere: { keys: 'Ctrl F', place: 'anywhere', does: words.findHere },
  searchAll: { keys: 'Ctrl Shift F', place: 'anywhere', does: words.searchAll },
  newConversation: { keys: 'Ctrl Shift O', place: 'anywhere', does: words.newConversation },
  conversations: { keys: 'Alt ↑ ↓', place: 'anywhere', does: words.conversations },
  model: { keys: 'Ctrl Shift M', place: 'conversation', does: words.model },
  copyAnswer: { keys: 'Ctrl Shift C', place: 'conversation', does: words.copyAnswer },
  messages: { keys: 'Alt Shift ↑ ↓', place: 'conversation', does: words.messages },
  message: { keys: 'E R B', place: 'conversation', does: words.message },
  branchTree: { keys: '↑ ↓ → ←', place: 'conversation', does: words.branchTree },
  calls: { keys: '[ ]', place: 'conversation', does: words.calls },
  foldCall: { keys: '→ ←', place: 'conversation', does: words.foldCall },
  records: { keys: '↓ ↑', place: 'pages', does: words.records },
  audit: { keys: '/ O X', place: 'pages', does: words.audit },
  sidebar: { keys: 'Ctrl B', place: 'anywhere', does: words.sidebar },
  settings: { keys: 'Ctrl ,', place: 'anywhere', does: words.settings },
  regions: { keys: 'F6', place: 'anywhere', does: words.regions },
  all: { keys: '?', place: 'anywhere', does: words.all },
} as const satisfies Record<string, { keys: string; place: keyof typeof words.places; does: string }>

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
