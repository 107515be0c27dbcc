import type { ReactNode } from 'react'
import { models } from '../../strings/models.ts'
import styles from './request-dialog.module.css'

const words = models.request

type RowProps = {
  name: ReactNode
  detail?: string | undefined
  tokens?: number | undefined
  children?: ReactNode
  below?: ReactNode
}

/** One part of a request with its tokens, none if it is off, and its switch. */
export const RequestRow = ({ name, detail, tokens, children, below }: RowProps) => (
  <li className={styles.row}>
    <span className={styles.name}>
      {name}
      {detail !== undefined && <small>{detail}</small>}
    </span>
    <span className={styles.tokens}>{tokens === undefined ? words.off : words.tokens(tokens)}</span>
    <span className={styles.switch}>{children}</span>
    {below !== undefined && <div className={styles.items}>{below}</div>}
  </li>
)
