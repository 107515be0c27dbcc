import { Brand } from '../../ui/page/brand.tsx'
import { useAdminBlock } from '../../state/rights.ts'
import { href, navigate } from '../../state/routes.ts'
import { strings } from '../../strings/strings.ts'
import { Note } from '../../ui/note.tsx'
import { AnthropicWay } from './anthropic-way.tsx'
import { LocalWay } from './local-way.tsx'
import { ManualWay } from './manual-way.tsx'
import styles from './welcome.module.css'

const words = strings.firstRun.welcome
const { pages } = strings.frame

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
          <h1 className={styles.title}>{words.title}</h1>
          <p className={styles.lede}>{words.lede}</p>
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
                {words.leave}
              </button>
              <nav className={styles.links} aria-label={words.pages}>
                <a href={href({ page: 'servers' })}>{pages.servers}</a>
                <a href={href({ page: 'audit' })}>{pages.audit}</a>
                <a href={href({ page: 'settings' })}>{pages.settings}</a>
              </nav>
            </>
          )}
          <span className={styles.promise}>{words.promise}</span>
        </footer>
      </div>
    </div>
  )
}
