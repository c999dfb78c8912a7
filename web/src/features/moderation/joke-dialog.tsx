import type { Joke } from 'functions/contract';
import { EditDialog } from './edit-dialog.tsx';
import { ImageDialog } from './image-dialog.tsx';
import type { DialogKind } from './joke-actions.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { focusNextRowAfterDialog } from './row-focus.ts';
import { SimilarDialog } from './similar-dialog.tsx';
import type { useDecisions } from './use-decisions.ts';

interface JokeDialogProps {
  kind: DialogKind;
  joke: Joke;
  decisions: ReturnType<typeof useDecisions>;
  onClose: () => void;
}

/** The dialog that an action of a row opens. */
export function JokeDialog({ kind, joke, decisions, onClose }: JokeDialogProps) {
  const { decide, saved } = decisions;
  switch (kind) {
    case 'edit':
      return <EditDialog joke={joke} onClose={onClose} onSaved={saved} />;
    case 'preview':
      return <ImageDialog joke={joke} onClose={onClose} />;
    case 'reason':
      return (
        <RejectDialog
          jokes={[joke]}
          onReject={(reason) =>
            void decide('reject', [joke], { reason, onDone: focusNextRowAfterDialog })
          }
          onClose={onClose}
        />
      );
    case 'similar':
      return (
        <SimilarDialog
          joke={joke}
          onReject={(duplicates) => void decide('reject', duplicates, { reason: 'duplicate' })}
          onClose={onClose}
        />
      );
  }
}
