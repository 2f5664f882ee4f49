;; Drives Emacs with the settings of docs/editors.md, and says what it shows: one line each. See editors.test.mjs.
(setq load-prefer-newer t inhibit-message t message-log-max t eglot-autoshutdown nil eglot-sync-connect 20
      eglot-confirm-server-initiated-edits nil project-vc-merge-submodules nil)
(require 'package)
(package-initialize)
(require 'yaml-mode)
(defun say (form &rest words) (princ (concat (apply #'format form words) "\n")))
(defun wait (what done)
  (let ((until (+ (float-time) 20)))
    (while (not (funcall done))
      (when (> (float-time) until) (say "never: %s" what) (kill-emacs 1))
      (accept-process-output nil 0.01))))
(defun line () (string-trim (thing-at-point 'line t)))
(defun at (words letters) (goto-char (point-min)) (search-forward words) (goto-char (+ (match-beginning 0) letters)))
;; Flymake looks when the server tells.
(defun findings () (flymake-diagnostics))
;; The settings are read before the package, as in an init file.
(load (getenv "SETTINGS") nil t)
(require 'eglot)
(find-file (getenv "FILE"))
(say "mode %s" major-mode)
(call-interactively #'eglot)
(say "server %s" (plist-get (eglot--server-info (eglot-current-server)) :name))

(say "findings")
(wait "a finding" (lambda () (= (length (findings)) 1)))
(dolist (one (findings))
  (save-excursion
    (goto-char (flymake-diagnostic-beg one))
    (say "  %d:%d %s" (line-number-at-pos) (1+ (current-column)) (string-replace "\n" " | " (flymake-diagnostic-text one)))))

(say "code action")
(at "Sothern Horse" 2)
(let ((action (seq-find (lambda (each) (equal (plist-get each :title) "Write `Southern Horse`"))
                        (eglot-code-actions (point) (point)))))
  (say "  offered: %s" (plist-get action :title))
  (eglot--apply-workspace-edit (plist-get action :edit)))
(say "  %s" (line))
;; Without a screen nothing is idle: what is sent then is sent here.
(eglot--signal-textDocument/didChange)
(wait "no finding" (lambda () (null (findings))))

(say "hover")
(at "[Southern Horse, Lancers]" 3)
(defun ask (method &rest more)
  (jsonrpc-request (eglot--current-server-or-lose) method (append (eglot--TextDocumentPositionParams) more)))
(say "  %s" (car (split-string (plist-get (plist-get (ask :textDocument/hover) :contents) :value) "\n")))

(say "definition")
(let ((xref-prompt-for-identifier nil)) (call-interactively #'xref-find-definitions))
(say "  %s" (line))

(say "references")
(dolist (found (xref-backend-references 'eglot nil))
  (let ((place (xref-item-location found)))
    (say "  %d:%d %s" (xref-location-line place) (1+ (xref-file-location-column place)) (string-trim (substring-no-properties (xref-item-summary found))))))

(say "completion")
(at "[Southern Horse, Lancers]" 1)
(say "  %s" (string-join (sort (mapcar (lambda (each) (string-trim (substring-no-properties each)))
                                       (let ((found (eglot-completion-at-point))) (all-completions "" (nth 2 found))))
                               #'string<) ", "))

(say "outline")
(say "  %s" (string-join (mapcar (lambda (each) (substring-no-properties (car each))) (mapcan (lambda (kind) (copy-sequence (cdr kind))) (eglot-imenu))) ", "))

(say "rename")
(at "name: Southern Horse" 8)
(eglot-rename "Dragoons")
(say "  %s" (line))
(condition-case refused (eglot-rename "Lancers") (error (say "  refused: %s" (error-message-string refused))))
(save-buffer)

(say "preview")
(require 'url)
(defvar address nil)
(advice-add 'eglot-execute-command :filter-return (lambda (result) (setq address result)))
(muster-show)
;; The cards at the cursor, as the page asks for them.
(defun at-cursor ()
  (with-current-buffer (url-retrieve-synchronously (string-replace "/?" "/cursor?" address) t)
    (goto-char (point-min))
    (search-forward "\n\n")
    (append (gethash "cards" (json-parse-buffer)) nil)))
(dolist (words '("name: Dragoons" "name: Young Guard"))
  (at words 8)
  ;; Without a screen nothing is idle.
  (muster-follow)
  (let (cards)
    (wait "the card at the cursor"
          (lambda () (string-search (if (equal words "name: Dragoons") "#7A#" "#2A#") (or (car (setq cards (at-cursor))) ""))))
    (say "  %s" (string-join cards ", "))))

(say "goodbye")
(eglot-shutdown (eglot-current-server))
(kill-emacs 0)
