import { strings } from '../../strings/strings.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './composer.module.css'
import type { ComposerModel } from './use-composer.ts'

/** Sends the text, or puts it behind the turn that runs. */
export function SendButton({ composer }: { composer: ComposerModel }) {
  const { hasContent, turn, unavailable, isSending, send } = composer
  if (turn !== undefined)
    return !hasContent ? null : (
      <Button kind="ghost" busy={isSending} unavailable={unavailable} onClick={send}>
        {strings.composer.actions.sendAfter}
      </Button>
    )
  return (
    <IconButton
      className={classes(styles.send)}
      label={strings.composer.actions.send}
      icon="arrow-up"
      busy={isSending}
      unavailable={unavailable}
      onClick={send}
    />
  )
}
