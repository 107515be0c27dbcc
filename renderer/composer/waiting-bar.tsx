import { goToAsk } from '../inbox/ask-focus.ts'
import { useAsks } from '../inbox/inbox.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Glyph } from '../ui/glyph.tsx'
import { formatCount } from '../ui/time.tsx'
import styles from './composer.module.css'

/** Says that the model waits for the person, for as long as it does. */
export function WaitingBar({ conversation }: { conversation: string }) {
  const asks = useAsks(conversation)
  const [oldest] = asks
  if (!oldest) return null
  return (
    <div className={classes(styles.bar, styles.waiting)} role="status">
      <Glyph state="waiting" size={13} label="" />
      <span>The model is waiting for {formatCount(asks.length, 'answer')}</span>
      <span className={styles.aside}>
        {asks.length === 1 ? 'This call runs only if you allow it.' : 'None of these calls runs until you decide.'}
      </span>
      <Button size="sm" keys="Ctrl ." onClick={() => goToAsk(oldest)}>
        Review
      </Button>
    </div>
  )
}
