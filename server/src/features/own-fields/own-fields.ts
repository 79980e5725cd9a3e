import { fieldColumnsOf } from './field-columns.ts'
import { type FieldOrder, orderByField } from './field-order.ts'
import {
  comparesBeginnings,
  conditionOf,
  type FieldTest,
  fieldsWithKeys,
  fieldTestsIn,
  hasIndex,
  hasNoTrigrams,
  isInOrder,
  searchedFields,
  textHolds,
  textHoldsOften,
} from './field-tests.ts'
import { fieldWordsOf } from './field-words.ts'
import { ownFieldExpression } from './index-expression.ts'
import { followMergedName } from './merged-names.ts'
import { namesBehind, namesInEntries, referencesIn } from './references.ts'
import { withOwnValues } from './shown-rows.ts'
import {
  allOwnFields,
  forgetOwnFields,
  ownFieldsSeenBy,
  presentOwnFields,
  valuesOf,
} from './stored-fields.ts'
import { checkedValues, isFieldOf } from './values.ts'
import { maySeeField, withoutUnseenFacts } from './visibility.ts'

/** What other features use: the fields and their values, and how lists, exports and imports treat them. */
export {
  allOwnFields,
  checkedValues,
  comparesBeginnings,
  conditionOf,
  type FieldOrder,
  type FieldTest,
  fieldColumnsOf,
  fieldsWithKeys,
  fieldTestsIn,
  fieldWordsOf,
  followMergedName,
  forgetOwnFields,
  hasIndex,
  hasNoTrigrams,
  isFieldOf,
  isInOrder,
  maySeeField,
  namesBehind,
  namesInEntries,
  orderByField,
  ownFieldExpression,
  ownFieldsSeenBy,
  presentOwnFields,
  referencesIn,
  searchedFields,
  textHolds,
  textHoldsOften,
  valuesOf,
  withOwnValues,
  withoutUnseenFacts,
}
