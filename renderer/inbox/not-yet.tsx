import type { AskOfKindProps } from './ask-of-kind.tsx'

/** Stands where the component of a kind is still to come. */
export const NotYet = ({ ask }: AskOfKindProps) => <span>{ask.question.server}</span>
