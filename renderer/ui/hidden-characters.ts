export {
  head,
  plainLabel,
  revealHidden,
  revealMisleading,
  revealWord,
  type Piece,
} from '../../shared/hidden-characters.ts'
