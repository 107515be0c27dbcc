import { useState } from 'react'
import type { HostState } from '../../../shared/state/state.ts'
import { offeredTools } from '../../state/callable-tools.ts'
import { useReplica } from '../../state/replica.ts'
import { Brand } from '../../ui/page/brand.tsx'
import { useAdminBlock } from '../../state/rights.ts'
import { href, navigate } from '../../state/routes.ts'
import { firstRun } from '../../strings/first-run.ts'
import { frame } from '../../strings/frame.ts'
import { providers } from '../../strings/providers.ts'
import { openProviderDialog } from '../../state/models/adding.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { AnthropicWay } from './anthropic-way.tsx'
import { ManualWay } from './manual-way.tsx'
import styles from './welcome.module.css'
import { LocalModelsFinder } from '../../models/local-models.tsx'
import type { Freshness } from './fresh.ts'
import { ToolsStep } from './tools-step.tsx'
import { Way, type WayControls } from './way.tsx'
import { Banners } from '../frame/banners.tsx'
import { Bar } from '../../ui/page/bar.tsx'
import { PageBoundary } from '../frame/page-boundary.tsx'

const { welcome: words, local, other } = firstRun
const { pages } = frame

type WelcomeProps = Partial<Omit<Freshness, 'isFresh'>>

/**
 * The recommended way to begin, and the others; with a model, what it works with. Atrium sends nothing and looks for nothing before one is chosen. On the
 * first run, it fills the window and can be skipped.
 */
export function Welcome({ hold, begin, leave }: WelcomeProps) {
  const block = useAdminBlock()
  const replica = useReplica()
  const [step, setStep] = useState<'model' | 'tools'>(() => (lacksTools(replica.state) ? 'tools' : 'model'))
  /** There is a model: goes to the second step, if it has nothing to work with. */
  const goOn = (): boolean => {
    const isNext = offeredTools(replica.state).length === 0
    if (isNext) setStep('tools')
    return isNext
  }
  const controls: WayControls = {
    block,
    onSetUp: () => hold?.(),
    onBegin: () => {
      begin?.()
      navigate({ page: 'chat' })
    },
  }
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
          {step === 'tools' ? (
            <ToolsStep {...controls} onOther={() => setStep('model')} />
          ) : (
            <>
              <AnthropicWay {...controls} onModel={goOn} />
              <OtherWays {...controls} onModel={goOn} />
            </>
          )}
        </div>
        <footer className={styles.foot}>
          <nav className={styles.links} aria-label={words.pages}>
            {leave && (
              <button
                type="button"
                className={styles.leave}
                onClick={() => {
                  leave()
                  navigate({ page: 'chat' })
                }}
              >
                {words.leave}
              </button>
            )}
            <a href={href({ page: 'servers' })}>{words.servers}</a>
            {leave && (
              <>
                <a href={href({ page: 'audit' })}>{pages.audit}</a>
                <a href={href({ page: 'settings' })}>{pages.settings}</a>
              </>
            )}
          </nav>
          <span className="end">{words.promise}</span>
        </footer>
      </div>
    </div>
  )
}

/** Whether there is a model for new conversations, and no tool that it could use. */
const lacksTools = (state: HostState): boolean =>
  state.configured.settings.models.default !== undefined && offeredTools(state).length === 0

/** The quickest first. A model on this computer is looked for only on request. */
function OtherWays({ onModel, ...controls }: WayControls & { onModel(): boolean }) {
  const { block, onSetUp, onBegin } = controls
  return (
    <section className={styles.others} aria-label={words.others}>
      <ManualWay {...controls} />
      <Way icon="chip" title={local.title} lede={local.lede}>
        <LocalModelsFinder block={block} onUse={onSetUp} onUsed={() => onModel() || onBegin()} />
      </Way>
      <Way icon="server" title={other.title} lede={other.lede}>
        <Button unavailable={block} onClick={() => openProviderDialog()}>
          {providers.add}
        </Button>
      </Way>
    </section>
  )
}

/** The whole window before anything is set up. */
export const FirstRun = (freshness: Required<WelcomeProps>) => (
  <main className={styles.window}>
    <Banners />
    <PageBoundary place="welcome">
      <Welcome {...freshness} />
    </PageBoundary>
  </main>
)

/** The ways to begin as a page, for returning users. */
export const WelcomePage = () => (
  <>
    <Bar title={firstRun.title} />
    <Welcome />
  </>
)
