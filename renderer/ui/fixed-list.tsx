import { Fragment, type ReactNode } from 'react'

/** An element for each item of a list that never changes its order; items can be alike. */
export const fixedList = <T,>(items: readonly T[], element: (item: T, at: number) => ReactNode): ReactNode[] =>
  items.map((item, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the place is what stays the same
    <Fragment key={at}>{element(item, at)}</Fragment>
  ))
