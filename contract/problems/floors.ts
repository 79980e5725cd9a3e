import { refusal } from './refusal.ts'

export const floorRefusals = {
  'floor-not-found': refusal(404, 'Floor not found.'),
  'floor-name-taken': refusal(409, 'This property already has a floor with this name.'),
  'plan-picture-type': refusal(400, 'Please choose a PNG, JPG or GIF image.'),
  'room-outside-property': refusal(400, 'A room on a plan must be in the property of the floor.'),
  'room-on-other-floor': refusal(409, '{name} is already drawn on {floor}.'),
}
