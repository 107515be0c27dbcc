import type { MemberChange } from '../../../shared/contract/history-commands.ts'
import { serverHistory } from '../../strings/servers/servers-history.ts'
import { Fold } from '../../ui/fold.tsx'
import { Word } from '../../ui/third-party/ext.tsx'
import styles from './change-list.module.css'

const words = serverHistory

type MemberChangesProps = { members: MemberChange[]; isFolded?: boolean }

/** The changed settings, each with its value before and after; secrets are masked already. */
export function MemberChanges({ members, isFolded = false }: MemberChangesProps) {
  const list = (
    <dl className="stack gap1 small">
      {members.map(({ name, before, after }) => (
        <div key={name} className={styles.member}>
          <dt>
            <Word text={name} />
          </dt>
          <dd>
            <Value label={words.before} text={before} />
            <span aria-hidden>→</span>
            <Value label={words.after} text={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
  return isFolded ? <Fold label={words.members(members.length)}>{list}</Fold> : list
}

const Value = ({ label, text }: { label: string; text: string | null }) => (
  <span className="breaks">
    <span className="sr">{label}</span>
    {text === null ? <span className="ink3">{words.notSet}</span> : <code>{<Word text={text} />}</code>}
  </span>
)
