export {
  head,
  plainLabel,
  revealHidden,
  revealMisleading,
  revealWord,
  type Piece,
} from '../../shared/text/hidden-characters.ts'
