import { Brand } from '../../ui/page/brand.tsx'
import { useAdminBlock } from '../../state/rights.ts'
import { href, navigate } from '../../state/routes.ts'
import { strings } from '../../strings/strings.ts'
import { Note } from '../../ui/note.tsx'
import { AnthropicWay } from './anthropic-way.tsx'
import { ManualWay } from './manual-way.tsx'
import styles from './welcome.module.css'
import { LocalModelsFinder } from '../../models/local-models.tsx'
import { Way } from './way.tsx'
import { Banners } from '../frame/banners.tsx'
import { Bar } from '../../ui/page/bar.tsx'
import { PageBoundary } from '../frame/page-boundary.tsx'

const words = strings.firstRun.welcome
const { pages } = strings.frame

/**
 * The three ways to begin. Atrium sends nothing and looks for nothing before one is chosen. With `onLeave`, it fills
 * the window and can be skipped.
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

const local = strings.firstRun.local

/** A model on this computer. Atrium looks for one only on request. */
function LocalWay({ block, onBegin }: { block: string | undefined; onBegin(): void }) {
  return (
    <Way
      icon="chip"
      title={local.title}
      lede={local.lede}
      facts={[{ gain: true, text: local.offline }, { text: local.slower }, { text: local.memory }]}
    >
      <LocalModelsFinder block={block} onUsed={onBegin} />
    </Way>
  )
}

/** The whole window before anything is set up. */
export const FirstRun = ({ onLeave }: { onLeave(): void }) => (
  <main className={styles.window}>
    <Banners />
    <PageBoundary place="welcome">
      <Welcome onLeave={onLeave} />
    </PageBoundary>
  </main>
)

/** The same choices for returning users. */
export const WelcomePage = () => (
  <>
    <Bar title={strings.firstRun.title} />
    <Welcome />
  </>
)
