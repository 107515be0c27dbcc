import { useRef, type KeyboardEvent } from 'react'
import { optionId, type WordMenu } from '../../state/composer/typed-word.ts'
import { editLast } from '../../state/chat/branches.ts'
import { useOpenConversation } from '../../state/chat/transcript.ts'
import { useAppearance } from '../../state/appearance.ts'
import { composer as composerWords } from '../../strings/composer.ts'
import { isPressed } from '../../ui/keys.tsx'
import { useFocusOnArrival } from '../../ui/page/focus-page.ts'
import { isBetterAsFile } from '../../state/composer/attachments.ts'
import { pastedFiles } from './attachments-drop.ts'
import styles from './composer.module.css'
import type { ComposerModel } from './use-composer.ts'

const words = composerWords.field

/** The sentence about what the text becomes; there is one message field in a window. */
export const reasonId = 'composer-reason'

type FieldProps = {
  composer: ComposerModel
  /** The lists that open at signs in the text; at most one is open. */
  menus: WordMenu[]
  onFiles(files: File[]): void
  onLongText(text: string): void
}

/**
 * The message field. Enter sends; while calls wait for approval, Enter denies them with the text as the reason, and
 * Ctrl Enter sends. If the user chose Ctrl Enter for sending, it takes the place of Enter. / opens the prompts, @ the
 * resources, ↑ in the empty field the last message for editing.
 */
export function MessageField({ composer, menus, onFiles, onLongText }: FieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isRunning = composer.turn !== undefined
  const sendsByEnter = useAppearance('sendKey') === 'enter'
  const turns = useOpenConversation()?.turns ?? []
  useFocusOnArrival(field)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (menus.some((it) => it.onKeyDown(event))) return
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
  const menu = menus.find((it) => it.menu)?.menu
  const setCaret = (caret: number | undefined): void => menus.forEach((it) => it.setCaret(caret))
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
      placeholder={composer.denial ? composerWords.denial.ask : isRunning ? words.askNext : words.ask}
      aria-describedby={composer.denial && reasonId}
      maxLength={1_000_000}
      value={composer.text}
      onChange={({ target }) => {
        composer.setText(target.value)
        setCaret(target.selectionStart)
      }}
      onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
      onBlur={() => setCaret(undefined)}
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
