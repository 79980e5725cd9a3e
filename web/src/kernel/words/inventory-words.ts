import type { ItemClass, ResolutionAction } from '@ats/contract/inventories/review.ts'
import { m } from '#texts'

export const itemClassNames: Record<ItemClass, () => string> = {
  found: m.inventory_class_found,
  misplaced: m.inventory_class_misplaced,
  'not-found': m.inventory_class_not_found,
  outside: m.inventory_class_outside,
  binned: m.inventory_class_binned,
  unknown: m.inventory_class_unknown,
}

export const actionTexts: Record<ResolutionAction, () => string> = {
  'move-here': m.inventory_action_move,
  'request-state': m.inventory_action_state,
  register: m.inventory_action_register,
  attach: m.inventory_action_attach,
  'found-elsewhere': m.inventory_action_elsewhere,
  replaced: m.inventory_action_replaced,
  'register-error': m.inventory_action_error,
  investigate: m.inventory_action_investigate,
  ignore: m.inventory_action_ignore,
}
