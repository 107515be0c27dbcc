import { useRef, type KeyboardEvent } from 'react'
import { useHost } from '../../state/replica.ts'
import { optionId } from '../../prompts/slash-menu.tsx'
import type { SlashModel } from '../../prompts/use-slash.ts'
import { editLast } from '../../state/chat/branches.ts'
import { useOpenConversation } from '../../state/chat/transcript.ts'
import { openPicker } from '../../state/picking.ts'
import { useAppearance } from '../../state/appearance.ts'
import { strings } from '../../strings/strings.ts'
import { isPressed } from '../../ui/keys.tsx'
import { useFocusOnArrival } from '../../ui/page/focus-page.ts'
import { isBetterAsFile } from '../../state/composer/attachments.ts'
import { pastedFiles } from './attachments-drop.ts'
import styles from './composer.module.css'
import type { ComposerModel } from './use-composer.ts'
import type { HostState } from '../../../shared/state/state.ts'

const words = strings.composer.field

/** The sentence about what the text becomes; there is one message field in a window. */
export const reasonId = 'composer-reason'

type FieldProps = {
  composer: ComposerModel
  slash: SlashModel
  onFiles(files: File[]): void
  onLongText(text: string): void
}

/**
 * The message field. Enter sends, or denies what waits for approval with the text as the reason; then Ctrl Enter sends. If the
 * user chose Ctrl Enter, that does what Enter did. / opens the prompts, @ the resources,
 * ↑ in the empty field the last message for editing.
 */
export function MessageField({ composer, slash, onFiles, onLongText }: FieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isRunning = composer.turn !== undefined
  const sendsByEnter = useAppearance('sendKey') === 'enter'
  const turns = useOpenConversation()?.turns ?? []
  useFocusOnArrival(field)
  const mayAskForResources = useHost(offersResources)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (slash.onKeyDown(event)) return
    if (mayAskForResources && asksForResources(event)) {
      event.preventDefault()
      openInstead(event.currentTarget, composer)
    }
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey && !event.nativeEvent.isComposing) {
      const isControl = isPressed(event, 'Ctrl Enter')
      if (!isControl && !sendsByEnter) return
      event.preventDefault()
      if (event.repeat) return
      if (composer.denial && !(isControl && sendsByEnter)) composer.denial.deny()
      else composer.send()
    }
    if (composer.text === '' && isPressed(event, 'ArrowUp') && editLast(turns)) {
      event.preventDefault()
    }
    if (event.key === 'Escape' && isRunning && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (!event.repeat) composer.stop()
    }
  }
  const { menu } = slash
  return (
    <textarea
      ref={field}
      data-composer
      className={styles.text}
      rows={1}
      aria-label={words.name}
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-controls={menu?.id}
      aria-activedescendant={menu && menu.active >= 0 ? optionId(menu, menu.active) : undefined}
      placeholder={composer.denial ? strings.composer.denial.ask : isRunning ? words.askNext : words.ask}
      aria-describedby={composer.denial && reasonId}
      maxLength={1_000_000}
      value={composer.text}
      onChange={({ target }) => {
        composer.setText(target.value)
        slash.setCaret(target.selectionStart)
      }}
      onSelect={({ currentTarget }) => slash.setCaret(currentTarget.selectionStart)}
      onBlur={() => slash.setCaret(undefined)}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const files = pastedFiles(event)
        const text = event.clipboardData.getData('text/plain')
        if (files.length === 0 && !isBetterAsFile(text)) return
        event.preventDefault()
        if (files.length > 0) onFiles(files)
        else onLongText(text)
      }}
    />
  )
}

/** Opens the picker instead of typing @; leaving it without a choice types the @. */
function openInstead(field: HTMLTextAreaElement, { text, setText }: ComposerModel): void {
  const at = field.selectionStart
  const typed = (): string => {
    const since = field.value.slice(at, at + field.value.length - text.length)
    if (since !== '') setText(text)
    return since
  }
  openPicker({ typed }, (isAttached) => {
    if (isAttached) return
    setText(`${text.slice(0, at)}@${text.slice(at)}`)
    requestAnimationFrame(() => field.setSelectionRange(at + 1, at + 1))
  })
}

/** Whether there is anything an @ could refer to. */
const offersResources = ({ servers }: Pick<HostState, 'servers'>): boolean =>
  Object.values(servers).some(
    ({ status, resources, templates }) =>
      status.state === 'ready' && ((resources?.count ?? 0) > 0 || Object.keys(templates?.items ?? {}).length > 0),
  )

/** Whether this key opens the resources: an @ at the start of a word. Inside a word it belongs to an address. */
function asksForResources(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
  const { value, selectionStart, selectionEnd } = event.currentTarget
  if (event.key !== '@' || event.nativeEvent.isComposing || selectionStart !== selectionEnd) return false
  return selectionStart === 0 || /\s/.test(value.charAt(selectionStart - 1))
}
