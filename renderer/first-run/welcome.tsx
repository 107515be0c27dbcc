import { Brand } from '../frame/brand.tsx'
import { useAdminBlock } from '../frame/rights.ts'
import { href, navigate } from '../frame/routes.ts'
import { Note } from '../ui/note.tsx'
import { AnthropicWay } from './anthropic-way.tsx'
import { LocalWay } from './local-way.tsx'
import { ManualWay } from './manual-way.tsx'
import styles from './welcome.module.css'

/**
 * The three ways to begin. Nothing is sent and nothing is looked for before one is chosen. With `onLeave` it stands
 * alone in the window and can be put off.
 */
export function Welcome({ onLeave }: { onLeave?: () => void }) {
  const block = useAdminBlock()
  const begin = (): void => navigate({ page: 'chat' })
  return (
    <div className={styles.page}>
      <div className={styles.inner}>
        <header className={styles.head}>
          <span className={styles.brand}>
            <Brand />
          </span>
          <h1 className={styles.title}>Welcome to Atrium</h1>
          <p className={styles.lede}>
            A model proposes, tools act, and you decide. Choose who proposes. You can change it any time, and nothing
            leaves this computer before you do.
          </p>
        </header>
        {block && <Note>{block}</Note>}
        <div className={styles.ways}>
          <AnthropicWay block={block} onBegin={begin} />
          <LocalWay block={block} onBegin={begin} />
          <ManualWay block={block} onBegin={begin} />
        </div>
        <footer className={styles.foot}>
          {onLeave && (
            <>
              <button
                type="button"
                className={styles.leave}
                onClick={() => {
                  onLeave()
                  begin()
                }}
              >
                Look around first
              </button>
              <nav className={styles.links} aria-label="Pages">
                <a href={href({ page: 'servers' })}>Servers</a>
                <a href={href({ page: 'audit' })}>Audit</a>
                <a href={href({ page: 'settings' })}>Settings</a>
              </nav>
            </>
          )}
          <span className={styles.promise}>No account. No telemetry.</span>
        </footer>
      </div>
    </div>
  )
}
