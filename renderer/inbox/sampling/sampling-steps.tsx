import { sampling } from '../../strings/inbox/sampling.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './sampling.module.css'

const words = sampling.steps

const steps = [words.prompt, words.answers, words.review]

/** Which of the three steps a server's model request is in. */
export const SamplingSteps = ({ at }: { at: 1 | 3 }) => (
  <ol className={styles.steps} aria-label={words.label}>
    {steps.map((name, index) => (
      <li key={name} aria-current={index + 1 === at ? 'step' : undefined}>
        {index > 0 && <Icon name="chevron-right" size={12} />}
        {index + 1 < at ? <Glyph state="succeeded" label={words.done} /> : <span className="num">{index + 1}</span>}
        {name}
      </li>
    ))}
  </ol>
)
