import { useState } from 'react'
import type { Launch } from '../../shared/asks.ts'
import { useHost } from '../host.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Word } from '../ui/ext.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Fold } from '../ui/fold.tsx'
import { formatCount } from '../ui/time.tsx'
import type { LaunchDiff, Marked } from './launch-diff.ts'
import { MarkedLines } from './marked-text.tsx'
import styles from './launch.module.css'

type LaunchFactsProps = { server: string; launch: Launch; diff: LaunchDiff }

/** What the command line does not say: which file it is, where it runs, and what it is given. */
export function LaunchFacts({ server, launch, diff }: LaunchFactsProps) {
  return (
    <Facts>
      <Fact name="Program file">
        <MarkedLines lines={diff.path} />
      </Fact>
      <Fact name="SHA-256">
        <Hash lines={diff.sha256} whole={launch.sha256} />
      </Fact>
      <Fact name="Folder">
        <MarkedLines lines={diff.cwd} />
      </Fact>
      <Fact name="Environment">
        <Environment server={server} diff={diff} />
      </Fact>
    </Facts>
  )
}

/** Enough of a hash to tell two apart by eye; the rest on demand. */
const shortHash = 16

function Hash({ lines, whole }: { lines: Marked[]; whole: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? lines : lines.map((line) => ({ ...line, text: `${line.text.slice(0, shortHash)}…` }))
  return (
    <>
      <div className={styles.hash}>
        <div>
          <MarkedLines lines={shown} />
        </div>
        {whole !== undefined && <CopyButton label="Copy the SHA-256" text={() => whole} />}
        {lines.length > 0 && (
          <Button size="sm" kind="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show less' : 'Show all'}
          </Button>
        )}
      </div>
      <p className={styles.detail}>
        {whole === undefined
          ? 'Atrium may run this file but not read it: it cannot tell when another program takes its place.'
          : 'Of this one file. Scripts, packages and libraries that it loads can change unnoticed.'}
      </p>
    </>
  )
}

function Environment({ server, diff }: Omit<LaunchFactsProps, 'launch'>) {
  const config = useHost((state) => state.configured.servers[server])
  const { configuration, secret } = diff.environment
  const isCompared = diff.differences.length > 0
  const valueOf = (name: string) => {
    const value = config?.type === 'stdio' ? config.env[name] : undefined
    return (
      typeof value === 'string' && (
        <>
          =<Word text={value} />
        </>
      )
    )
  }
  return (
    <div className={styles.groups}>
      {configuration.length + secret.length === 0 && <p>Nothing of its own</p>}
      <Group
        title={isCompared ? 'From the configuration; values may have changed, too' : 'From the configuration'}
        lines={configuration}
        more={valueOf}
      />
      <Group title="From the secret store, values not shown" lines={secret} />
      {diff.inherited.length > 0 && (
        <Fold label={`${formatCount(diff.inherited.length, 'variable')} inherited from Atrium`}>
          <MarkedLines lines={diff.inherited.map((text) => ({ mark: 'same', text }))} />
        </Fold>
      )}
    </div>
  )
}

function Group({ title, ...rest }: { title: string } & Parameters<typeof MarkedLines>[0]) {
  if (rest.lines.length === 0) return null
  return (
    <div>
      <p className={styles.detail}>{title}</p>
      <MarkedLines {...rest} />
    </div>
  )
}
