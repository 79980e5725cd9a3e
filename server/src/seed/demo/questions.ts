import { openHelpRequest, writeMessage } from '#features/help/help.ts'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import type { Act, Stage } from './year.ts'

/** Two people asked for help this week: one got an answer, the other is waiting. */
export function questions(stage: Stage): Act[] {
  const { db } = stage.services
  let answered: Id = ''
  const ask = async (id: string) => {
    const pictures = await stage.draw('Phone', 1)
    const asked = {
      subject: 'The reader beeps, but nothing opens',
      text: 'Since this morning the reader in the store room beeps at every tag, and the screen stays as it is. The picture shows its display.',
    }
    const request = await inTransaction(db, (tx) =>
      openHelpRequest(tx, stage.as('Farah Khan', id), asked, pictures?.image),
    )
    answered = request._id
  }
  const answer = (id: string) =>
    inTransaction(db, (tx) =>
      writeMessage(
        tx,
        stage.as('Meera Iyer', id),
        answered,
        'The reader has to end each tag with Enter. Please scan the sheet with the large E in the drawer once; then it does.',
      ),
    )
  const wait = (id: string) =>
    inTransaction(db, (tx) =>
      openHelpRequest(tx, stage.as('Gopal Jadhav', id), {
        subject: 'I do not see the assets of the second room',
        text: 'The list shows the tools of one store room only. Until last week there were two.',
      }),
    )
  return [
    { daysAgo: 3, minute: 75, run: ask },
    { daysAgo: 3, minute: 140, run: answer },
    { daysAgo: 1, minute: 110, run: wait },
  ]
}
