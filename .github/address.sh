#!/usr/bin/env bash
# Writes the address of the published page into the READMEs, which link to [page], and pushes them if they
# change: .github/address.sh ADDRESS [REMOTE]
set -eu
sed -i "s|^\[page\]: .*|[page]: $1|" README*.md
git diff --quiet && exit
export GIT_AUTHOR_NAME=nqueens GIT_AUTHOR_EMAIL=nqueens@users.noreply.github.com
export GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
git commit -qm "Name the address of the published page" README*.md
git push -q "${2:-origin}" HEAD:main
