#!/usr/bin/env bash
# Pushes the Arduino library to a branch of its own and tags it:
#
#   .github/library.sh FOLDER TAG [REMOTE]
#
# FOLDER becomes the whole tree of the branch `library`; for TAG v1.2.3 its tag is library-1.2.3.
set -eu
folder=$1 tag=library-${2#v} remote=${3:-origin}

GIT_INDEX_FILE=$(mktemp -u)
export GIT_INDEX_FILE
trap 'rm -f "$GIT_INDEX_FILE"' EXIT
git fetch -q "$remote" '+refs/heads/library:refs/remotes/library' 2>/dev/null || true
git --git-dir="$(git rev-parse --absolute-git-dir)" -C "$folder" --work-tree=. add --all --force
tree=$(git write-tree)
parent=$(git rev-parse -q --verify refs/remotes/library || true)
export GIT_AUTHOR_NAME=nqueens GIT_AUTHOR_EMAIL=nqueens@users.noreply.github.com
export GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL
commit=$(git commit-tree "$tree" ${parent:+-p "$parent"} -m "Release ${2#v}")
git push -q "$remote" "$commit:refs/heads/library" "$commit:refs/tags/$tag"
echo "pushed $tag"
